// Signs that a device may have no letters for are drawn, and stand nowhere as characters.
import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '../**/*.css', '!../**/*.test.ts', '!../served/**'], { query: '?raw', import: 'default', eager: true });
/** The title of a tab takes no drawing. */
const TITLE = '../lib/notify.ts';

test('no page writes a sign that fonts seldom have', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(200);
  const found = Object.entries(SOURCES).filter(([file, text]) => file !== TITLE && /[●○★■⚑✓✗Ⓐ▪]/u.test(text)).map(([file]) => file);
  expect(found).toEqual([]);
});

test('arrows and other marks are written for whoever draws them alone', () => {
  const written = Object.entries(SOURCES).filter(([file, text]) => !file.endsWith('/Mark.svelte') && /(>|content: ')[^<>{}'"]*[←→↑↓⏎↶↷⌫◂▸▾⚔]/u.test(text.replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, ''))).map(([file]) => file);
  expect(written).toEqual([]);
});
