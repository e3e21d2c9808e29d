import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { keepForLater } from './lib/install.svelte';
import { applyTheme } from './lib/memory';
import { settings } from './lib/settings.svelte';

applyTheme();
settings.apply();
keepForLater();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);

const target = document.getElementById('app');
if (target) {
  target.replaceChildren();
  mount(App, { target });
}
