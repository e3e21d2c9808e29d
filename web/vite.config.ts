import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
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

export default defineConfig({
  plugins: [svelte({ preprocess: vitePreprocess() }), gameIcons()],
  build: {
    outDir: '../src/tetracade/server/page',
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
