import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** `import icons from 'game-icons:./icons.json'` gives the drawings of all icons that the file names, and no others. */
function gameIcons(): Plugin {
  const prefix = 'game-icons:';
  const named = (value: unknown): string[] => {
    if (value === null || typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([key, inner]) => (key === 'icon' ? [String(inner)] : named(inner)));
  };
  return {
    name: 'game-icons',
    resolveId(id, importer) {
      if (!id.startsWith(prefix) || !importer) return undefined;
      return `\0${prefix}${resolve(dirname(importer), id.slice(prefix.length))}.js`; // not to be read as JSON
    },
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');
      const { icons } = JSON.parse(readFileSync(file, 'utf8')) as { icons: Record<string, { body: string }> };
      const wanted = named(JSON.parse(readFileSync(id.slice(prefix.length + 1, -'.js'.length), 'utf8')));
      const found = wanted.map((name) => {
        const path = / d="([^"]+)"/.exec(icons[name]?.body ?? '')?.[1];
        if (!path) throw new Error(`there is no icon ${name}`);
        return [name, path];
      });
      return `export default ${JSON.stringify(Object.fromEntries(found))};`;
    },
  };
}

const OUT = resolve(import.meta.dirname, '../src/tetracade/server/page');
const TEXT = /\.(?:js|css|html|svg|webmanifest)$/;
/** Changes with every table it is asked for, so the server compresses it. */
const INDEX = 'index.html';

/** All files in the folder, by their paths in it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

/** After the build: pictures of the games for links, the service worker, and all text compressed for sending. */
function finished(): Plugin {
  return {
    name: 'finished',
    apply: 'build',
    closeBundle() {
      pictures();
      serviceWorker();
      for (const name of filesIn(OUT).filter((name) => TEXT.test(name) && name !== INDEX)) compress(join(OUT, name));
      const now = new Date();
      utimesSync(join(OUT, INDEX), now, now); // a running server reads its files again when this one changes
    },
  };
}

/** Each game's `preview.png`, by the game's name. */
function pictures(): void {
  const games = resolve(import.meta.dirname, 'src/games');
  mkdirSync(join(OUT, 'previews'), { recursive: true });
  for (const game of readdirSync(games)) {
    const picture = join(games, game, 'preview.png');
    if (existsSync(picture)) copyFileSync(picture, join(OUT, 'previews', `${game}.png`));
  }
}

/** The service worker with the names of the files it keeps. */
function serviceWorker(): void {
  const kept = filesIn(OUT).filter((name) => name.startsWith('assets/') || name === 'manifest.webmanifest');
  const digest = createHash('sha256');
  for (const name of [INDEX, ...kept]) digest.update(name).update(readFileSync(join(OUT, name)));
  const source = readFileSync(resolve(import.meta.dirname, 'src/service_worker.js'), 'utf8');
  const filled = source
    .replace('__VERSION__', digest.digest('hex').slice(0, 12))
    .replace('__FILES__', JSON.stringify(kept.sort().map((name) => `/${name}`)));
  writeFileSync(join(OUT, 'sw.js'), filled);
}

function compress(path: string): void {
  const body = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}

export default defineConfig({
  plugins: [svelte({ preprocess: vitePreprocess() }), gameIcons(), finished()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8044',
      '/ws': { target: 'ws://127.0.0.1:8044', ws: true },
    },
  },
});
