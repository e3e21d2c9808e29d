declare module 'game-icons:*' {
  /** The icons' paths, drawn on a square of side 512, by name. */
  const icons: Record<string, string>;
  export default icons;
}
