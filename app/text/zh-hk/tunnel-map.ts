/** The drawn map of tunnels. */
export const tunnelMapText = {
  title: '隧道地圖',
  tunnel: (name: string, state: string, isFollowed: boolean) => `${name}：${state}${isFollowed ? '，你跟開' : ''}`,
  legend:
    '示意圖，唔跟比例。●\u00a0暢順　▲\u00a0緩慢　■\u00a0擠塞　☒\u00a0封閉　★\u00a0你跟開。撳條隧道就跳到下面嘅行車時間。',
  /** Positions on the drawing. */
  districts: [
    { name: '荃灣', x: 10, y: 70 },
    { name: '沙田', x: 160, y: 28 },
    { name: '九龍', x: 190, y: 152 },
    { name: '將軍澳', x: 336, y: 70 },
    { name: '中西區', x: 14, y: 286 },
    { name: '灣仔', x: 120, y: 286 },
    { name: '港島東', x: 268, y: 286 },
  ],
} as const;
