/** Whether the server can be reached, as far as the page has noticed. */
class Net {
  offline = $state(typeof navigator !== 'undefined' && navigator.onLine === false);

  constructor() {
    globalThis.addEventListener?.('offline', () => (this.offline = true));
    globalThis.addEventListener?.('online', () => (this.offline = false));
  }
}

export const net = new Net();
