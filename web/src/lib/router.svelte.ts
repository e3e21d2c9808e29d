/** Where one is: the page's path and the keys of its fragment. */

import type { GivenKey } from './memory';

/** No page, table, game or rule is called so. */
export const NOWHERE = '%';
const KEY = /^#(seat|join|watch)=([\w-]+)$/;

/** What an encoded part of an address says; NOWHERE if it is damaged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return NOWHERE;
  }
}

class Router {
  path = $state(location.pathname);
  parts = $derived(this.path.split('/').filter(Boolean).map(decoded));

  /** How many keys have come since the page was loaded: with each the table is entered anew. */
  keys = $state(0);

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname));
    addEventListener('hashchange', () => {
      if (KEY.test(location.hash)) this.keys++;
    });
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** The key in the fragment (`#join=…`), which is taken out of the address so that it is not passed on by accident. */
  takeKey(): GivenKey | undefined {
    const found = KEY.exec(location.hash);
    if (!found) return undefined;
    history.replaceState(null, '', location.pathname + location.search);
    return { kind: found[1] as GivenKey['kind'], key: found[2] ?? '' };
  }

  /** Change what stands behind the address's question mark, as the same page. */
  note(search: Record<string, string>): void {
    const query = new URLSearchParams(search).toString();
    history.replaceState(null, '', location.pathname + (query ? `?${query}` : ''));
  }

  /** For links: stay on the page where a plain click allows it. */
  follow = (event: MouseEvent): void => {
    const link = (event.currentTarget as HTMLAnchorElement).getAttribute('href');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link);
  };
}

export const router = new Router();
