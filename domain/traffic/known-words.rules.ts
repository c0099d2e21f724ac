/** Keys of tunnels by the names under which their travel times are measured. */
export const TUNNEL_KEYS = {
  西隧: 'western-harbour',
  紅隧: 'cross-harbour',
  東隧: 'eastern-harbour',
  獅隧: 'lion-rock',
  大老山: 'tates-cairn',
  將藍: 'tko-lam-tin',
} as const;
export type TunnelKey = (typeof TUNNEL_KEYS)[keyof typeof TUNNEL_KEYS];
