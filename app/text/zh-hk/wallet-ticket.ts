export const walletTicketText = {
  issuer: 'CR電台',
  day: '日期',
  time: '時間',
  venue: '地點',
  seats: '人數',
  seatsOf: (count: number) => `${count} 位`,
  tickets: '門票',
} as const;
