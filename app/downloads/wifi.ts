interface Connection {
  type?: string;
}
const connection = (): Connection => (navigator as { connection?: Connection }).connection ?? {};

/** Whether the browser tells Wi-Fi from mobile data. */
export const knowsWifi = (): boolean => connection().type !== undefined;
export const isMobile = (): boolean => knowsWifi() && !['wifi', 'ethernet'].includes(connection().type ?? '');
