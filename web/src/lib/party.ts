/** Confetti for who has won; nothing for those who want no motion. */

import { settings } from './settings.svelte';

const COLOURS = ['#ffd166', '#ef476f', '#06d6a0', '#118ab2', '#f78c6b', '#9b5de5'];
const PIECES = 70;

export function confetti(): void {
  if (!settings.pace || document.hidden) return;
  const ground = document.createElement('div');
  ground.className = 'confetti';
  ground.setAttribute('aria-hidden', 'true');
  document.body.append(ground);
  let left = PIECES;
  for (let at = 0; at < PIECES; at++) {
    const piece = document.createElement('i');
    piece.style.left = `${Math.random() * 100}%`;
    piece.style.background = COLOURS[at % COLOURS.length] ?? '';
    ground.append(piece);
    const drift = (Math.random() - 0.5) * 240;
    const turn = (Math.random() - 0.5) * 1440;
    const fall = piece.animate(
      [
        { transform: 'translate(0, -8vh) rotate(0)', opacity: 1 },
        { transform: `translate(${drift}px, 75vh) rotate(${turn}deg)`, opacity: 1, offset: 0.8 },
        { transform: `translate(${drift * 1.2}px, 104vh) rotate(${turn * 1.2}deg)`, opacity: 0 },
      ],
      { duration: 1900 + Math.random() * 1500, delay: Math.random() * 500, easing: 'ease-in', fill: 'both' },
    );
    fall.onfinish = fall.oncancel = () => {
      left--;
      if (!left) ground.remove();
    };
  }
}
