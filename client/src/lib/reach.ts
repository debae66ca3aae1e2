// Who can open an address of this page.

/** Whether a host is the computer itself: an address with it opens nowhere else. */
export function onlyHere(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
