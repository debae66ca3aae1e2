// SHA-256 and HMAC. WebCrypto does the work where the page has it; a page on a plain http address of the local
// network has none, so there is a small one here too. The tests hold them to each other.

const K = /* @__PURE__ */ (() => {
  // The first 32 bits of the fractions of the cube roots of the first 64 primes.
  const found = new Uint32Array(64);
  let count = 0;
  for (let n = 2; count < 64; n += 1) {
    let prime = true;
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) prime = false;
    if (prime) found[count++] = fraction(n, 3);
  }
  return found;
})();
const START = /* @__PURE__ */ [2, 3, 5, 7, 11, 13, 17, 19].map((n) => fraction(n, 2));

/** The first 32 bits of the fraction of a square or cube root, by whole numbers: the same in every engine. */
function fraction(n: number, root: 2 | 3): number {
  const wanted = BigInt(n) << BigInt(32 * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(root) <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** SHA-256 without the browser's help. */
export function plainSha256(data: Uint8Array): Uint8Array {
  const size = ((data.length + 9 + 63) >> 6) << 6;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(data.length / 0x20000000));
  view.setUint32(size - 4, (data.length << 3) >>> 0);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const [x, y] = [w[i - 15]!, w[i - 2]!];
      w[i] = w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(i * 4, word));
  return new Uint8Array(out.buffer);
}

export function plainHmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? plainSha256(key) : key);
  const inner = plainSha256(join(block.map((byte) => byte ^ 0x36), data));
  return plainSha256(join(block.map((byte) => byte ^ 0x5c), inner));
}

export function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
  const web = subtle();
  return web ? new Uint8Array(await web.digest('SHA-256', join(data))) : plainSha256(data);
}

export type Hmac = (data: Uint8Array) => Promise<Uint8Array>;

/** HMAC-SHA256 with one key, for many texts. */
export async function hmacWith(key: Uint8Array): Promise<Hmac> {
  const web = subtle();
  // WebCrypto refuses an empty key.
  if (!web || key.length === 0) return (data) => Promise.resolve(plainHmac(key, data));
  const made = await web.importKey('raw', join(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (data) => new Uint8Array(await web.sign('HMAC', made, join(data)));
}

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes from hex digits; null where they are none. */
export function unhex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
