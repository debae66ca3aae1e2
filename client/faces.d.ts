import type { Plugin } from 'vite';

export const characters: (range: string) => string;
export const faces: () => Plugin;
