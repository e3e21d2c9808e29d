import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { applyTheme } from './lib/memory';
import { settings } from './lib/settings.svelte';

applyTheme();
settings.apply();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);

const target = document.getElementById('app');
if (target) mount(App, { target });
