/** Ad labels, and house ads. */
export const adsText = {
  label: '廣告',
  own: '本台節目',
  /** A booked ad of the station. */
  booked: '本台廣告',
  why: '點解見到呢個廣告？',
  skip: '略過廣告',
  close: '關閉廣告',
  listen: '收聽直播',
  listenTo: (channel: string) => `收聽直播：${channel}`,
  /** Seller of text ads beside search results. */
  searchSeller: '搜尋廣告',
  matched: '你可能都想睇',
  next: '跟住播',
  timetable: '成日節目表',
  promos: {
    replay: { title: '聽漏咗？由頭聽過。', words: '三台節目，播完即刻有得重溫。', go: '去重溫' },
    programs: { title: '揀個節目，日日有人陪。', words: '新聞、音樂、傾偈，三台節目任你揀。', go: '所有節目' },
    chart: { title: '今個星期，邊首歌第一？', words: '叱咤樂壇流行榜，每星期更新。', go: '睇流行榜' },
    columns: { title: '聽慣佢哋講，試吓睇佢哋寫。', words: 'DJ 專欄，每日有新文章。', go: '睇專欄' },
    traffic: { title: '出門口之前，睇吓路面。', words: '即時交通消息，由路訊話你知。', go: '路面消息' },
    hosts: { title: '把聲熟，個名就喺度。', words: '三台主持，逐個介紹。', go: '識主持' },
  },
} as const;
