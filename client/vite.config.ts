import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { faces } from './faces.js';

// Lists every file that the pages were made of, ours and others': build.py collects the licences of the packages among them.
const carried = (): Plugin => ({
  name: 'carried',
  apply: 'build',
  generateBundle(_, bundle) {
    const assets = Object.values(bundle).flatMap((part) => (part.type === 'asset' ? part.originalFileNames : []));
    this.emitFile({ type: 'asset', fileName: 'carried.txt', source: [...this.getModuleIds(), ...assets].join('\n') });
  },
});

// The pages are served under a policy without inline scripts, inline style elements or data: fonts,
// so nothing is inlined and there is no preload polyfill.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), faces(), carried()],
  base: '/',
  build: {
    outDir: '../src/weathergauge/web/dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
  },
  server: {
    // `npm run dev` beside a running `weathergauge serve`; WG_SERVER names another one.
    proxy: { '/api': loadEnv(mode, '.', 'WG_')['WG_SERVER'] ?? 'http://127.0.0.1:8042' },
  },
  // Slow machines are slow, not wrong.
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 30_000 },
}));
