/** The page as an app: its service worker, and the browser's own way to install it. */

/** What browsers offer that let a page ask; others have it in a menu. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

class Install {
  /** The browser's offer; null where there is none. */
  offer = $state.raw<InstallPrompt | null>(null);

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.offer = event as InstallPrompt;
    });
    addEventListener('appinstalled', () => (this.offer = null));
  }

  async now(): Promise<void> {
    const { offer } = this;
    this.offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();

/** Register the service worker once the page has come to rest; browsers allow it only to pages they trust. */
export function keepForLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  addEventListener('load', () => setTimeout(register, 1000));
}
