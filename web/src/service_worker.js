/**
 * Opens the page without the net: its files are kept, and so is what the server says about games and their rules.
 * The build puts in the names of the files, and a version that changes with any of them (see vite.config.ts).
 */

const KEPT = 'tetracade-__VERSION__';
const FILES = __FILES__;
const GAMES = '/api/games';
/** Milliseconds to wait for a page from the net before the one that is kept is shown. */
const PATIENCE = 4000;
const isAboutGames = (/** @type {string} */ path) => path === GAMES || /^\/api\/games\/[^/]+\/rules$/.test(path);

/** Keep the games and their rules, where the server can be reached. */
async function keepGames(/** @type {Cache} */ kept) {
    const answer = await fetch(GAMES);
    if (!answer.ok) return;
    await kept.put(GAMES, answer.clone());
    await kept.addAll(
        (await answer.json()).map((/** @type {{ name: string }} */ game) => `${GAMES}/${game.name}/rules`),
    );
}

async function install() {
    const kept = await caches.open(KEPT);
    await kept.addAll(['/', ...FILES]);
    await keepGames(kept).catch(() => undefined); // they are kept when they are asked for
}

async function activate() {
    const names = await caches.keys();
    await Promise.all(
        names.filter((name) => name.startsWith('tetracade-') && name !== KEPT).map((name) => caches.delete(name)),
    );
    await self.clients.claim();
}

/** What is kept for a path; browsers tell nobody which encodings they take, so what differs by them is one. */
const keptFor = (/** @type {string | Request} */ what) => caches.match(what, { ignoreVary: true });

/** A page: from the net, or without it the one that is kept, which finds out by its address what to show. */
async function page(/** @type {Request} */ request) {
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error('too slow')), PATIENCE));
    try {
        return await Promise.race([fetch(request), late]);
    } catch {
        return (await keptFor('/')) ?? fetch(request);
    }
}

/** From the net, and kept; without it what was kept before, marked as such. */
async function aboutGames(/** @type {Request} */ request) {
    try {
        const answer = await fetch(request);
        if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone());
        return answer;
    } catch (error) {
        const known = await keptFor(request);
        if (!known) throw error;
        const headers = new Headers(known.headers);
        headers.set('x-kept', '1');
        return new Response(await known.blob(), { headers });
    }
}

const file = async (/** @type {Request} */ request) => (await keptFor(request)) ?? fetch(request);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin) return;
    if (request.mode === 'navigate') event.respondWith(page(request));
    else if (isAboutGames(pathname)) event.respondWith(aboutGames(request));
    else if (FILES.includes(pathname)) event.respondWith(file(request));
});
