// Pages live after `#`: `#/match/q3Jk?seat=allied` is the page `match` with path ['q3Jk'] and a query.

export interface Route {
  readonly page: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** What every page gets. */
export interface PageProps {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const parts = path.split('/').filter(Boolean).map(decode);
  return { page: parts[0] ?? 'home', path: parts.slice(1), query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page: `link('match', ['q3Jk'], {seat: 'allied'})`. */
export function link(page: string, path: readonly string[] = [], query: Record<string, string | null | undefined> = {}): string {
  const asked = Object.entries(query).filter((entry): entry is [string, string] => entry[1] != null);
  const tail = asked.length ? `?${new URLSearchParams(asked)}` : '';
  const parts = page === 'home' ? path : [page, ...path];
  return `#/${parts.map(encodeURIComponent).join('/')}${tail}`;
}

class Router {
  route = $state.raw<Route>(parse(globalThis.location?.hash ?? ''));

  constructor() {
    globalThis.addEventListener?.('hashchange', () => {
      this.route = parse(location.hash);
    });
  }
}

export const router = new Router();

export function go(page: string, path: readonly string[] = [], query: Record<string, string | null | undefined> = {}): void {
  location.hash = link(page, path, query);
}

/** The same page without a new entry in the history. */
export function replace(page: string, path: readonly string[] = [], query: Record<string, string | null | undefined> = {}): void {
  history.replaceState(null, '', link(page, path, query));
  router.route = parse(location.hash);
}
