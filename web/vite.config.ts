import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** `import ark from 'game-icon:noahs-ark'` gives the icon's SVG body; only the icons named end up in the page. */
function gameIcons(): Plugin {
  const prefix = 'game-icon:';
  let icons: Record<string, { body: string }> | undefined;
  return {
    name: 'game-icons',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json');
      icons ??= (JSON.parse(readFileSync(file, 'utf8')) as { icons: Record<string, { body: string }> }).icons;
      const icon = icons[id.slice(prefix.length + 1)];
      if (!icon) throw new Error(`${id.slice(1)}: there is no such icon`);
      return `export default ${JSON.stringify(icon.body)};`;
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
      '/api': 'http://127.0.0.1:8000',
      '/ws': { target: 'ws://127.0.0.1:8000', ws: true },
    },
  },
});
