// Text of the traffic room of the desk.

export const deskTrafficText = {
  title: '路況',
  note: '撳隧道，再撳分鐘。報咗之後 15 分鐘內，偵測器唔會蓋過。封閉會一直顯示到有人報通返，最多 4 個鐘。',
  tunnels: '過海及主要隧道',
  none: '未有隧道資料。偵測器第一次送數之後會喺度出現。',
  minutes: (minutes: number) => `${minutes} 分鐘`,
  closed: '封閉',
  age: (minutes: number) =>
    minutes < 1 ? '啱啱報' : minutes < 60 ? `${minutes} 分鐘前` : `${Math.floor(minutes / 60)} 小時前`,
  notShown: '網站冇顯示',
  report: (tunnel: string) => `報${tunnel}`,
  choice: (tunnel: string, words: string) => `${tunnel}：${words}`,
  failing: (minutes: number) => `攞唔到新資料，呢個係 ${minutes} 分鐘前嘅。`,
};
