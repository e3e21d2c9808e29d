/** Each seat has a shape besides its colour, so that colour alone never tells whose something is. */

const circle = 'M0-10A10 10 0 1 1 0 10A10 10 0 1 1 0-10Z';
const square = 'M-9-9H9V9H-9Z';
const triangle = 'M0-10L10.5 8H-10.5Z';
const diamond = 'M0-11L10 0L0 11L-10 0Z';
const cross = 'M-3.6-10H3.6V-3.6H10V3.6H3.6V10H-3.6V3.6H-10V-3.6H-3.6Z';
const star = 'M0-11L3.2-3.6 11-3.2 5 2 7 10 0 5.6-7 10-5 2-11-3.2-3.2-3.6Z';
const hexagon = 'M-5.5-9.5H5.5L11 0 5.5 9.5H-5.5L-11 0Z';
const drop = 'M0-11C7-3 9 1 9 4A9 8 0 1 1-9 4C-9 1-7-3 0-11Z';

export const SEAT_SHAPES = [circle, square, triangle, diamond, cross, star, hexagon, drop];

/** Told apart by the colour-blind as well (after Okabe and Ito). */
export const SEAT_COLOURS = ['#e8a33d', '#3f7fc1', '#2a9d78', '#c65a86', '#8a6fd1', '#d9602f', '#5aaed6', '#9a8f2e'];
