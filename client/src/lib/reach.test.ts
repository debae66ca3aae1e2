import { expect, test } from 'vitest';
import { onlyHere } from './reach';

test('addresses of the computer itself open nowhere else', () => {
  for (const host of ['127.0.0.1', '127.3.0.9', 'localhost', 'gauge.localhost', '[::1]']) expect(onlyHere(host)).toBe(true);
  for (const host of ['192.168.1.20', 'example.org', '127.example.org', 'localhost.example.org', '[fe80::1]']) expect(onlyHere(host)).toBe(false);
});
