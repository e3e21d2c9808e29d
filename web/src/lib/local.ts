/** Whether a host name means the machine itself, so that nobody else can open a link to it. */
export const isLocal = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || /^127\./.test(host) || host === '[::1]';
