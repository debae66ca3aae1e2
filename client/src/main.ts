import { mount } from 'svelte';
import './fonts.css';
import './app.css';
import App from './App.svelte';
import { tongue } from './lib/languages/index.svelte';

// After the server was renewed, parts of the old pages are gone: load the page again, but not for ever.
addEventListener('vite:preloadError', (event) => {
  const before = Number(sessionStorage.getItem('wg-reloaded') ?? 0);
  if (Date.now() - before < 30_000) return;
  sessionStorage.setItem('wg-reloaded', String(Date.now()));
  event.preventDefault();
  location.reload();
});

const target = document.getElementById('app');
// Who reads English waits for no other language.
if (target) void tongue.learn().then(() => mount(App, { target }));
