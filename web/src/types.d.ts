declare module 'game-icon:*' {
  const body: string;
  export default body;
}
