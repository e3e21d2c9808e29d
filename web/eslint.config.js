import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
    { ignores: ['node_modules', 'dist'] },
    js.configs.recommended,
    ...ts.configs.strict,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser } } },
    {
        files: ['src/service_worker.js'],
        languageOptions: { globals: { ...globals.serviceworker, __FILES__: 'readonly' } },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
        rules: {
            'svelte/no-navigation-without-resolve': 'off', // a rule for SvelteKit, which this is not
            'svelte/no-useless-mustaches': 'off', // {' '} keeps words apart for those who hear them
            'svelte/prefer-svelte-reactivity': 'off', // maps and sets here are built anew, never changed in place
        },
    },
);
