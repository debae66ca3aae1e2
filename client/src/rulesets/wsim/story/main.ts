// The board by itself, with positions from fixtures: `npm run dev`, then /src/rulesets/wsim/story/?name=battle&theme=dark.
// Not part of the built pages.
import { mount } from 'svelte';
import '../../../app.css';
import Story from './Story.svelte';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = asked.get('theme') ?? 'light';
const target = document.getElementById('app');
if (target) mount(Story, { target, props: { name: asked.get('name') ?? 'battle', select: asked.get('select') } });
