/** The endless list of songs. */
export const endlessText = {
  title: '聽唔完嘅歌',
  description: '揀節目類別同鐘數，將電台近幾個星期播過嘅歌一首接一首列出嚟，一撳聽返播嗰一刻。',
  lead: '揀你而家想聽邊類節目、幾點嘅感覺，近 28 日播過嘅歌就一路排落去，隔 30 首先會重複。',
  categories: '節目類別',
  parts: '鐘數',
  allDay: '全日',
  dayParts: { morning: '朝早', afternoon: '下晝', evening: '夜晚', night: '深夜' },
  list: '歌曲',
  turn: {
    label: '一首接一首',
    play: '一首接一首播',
    stop: '停',
    previous: '上一首',
    next: '下一首',
    now: (title: string, artist: string) => `播緊《${title}》${artist}`,
    /** For those who hear the free beginnings only. */
    free: '未訂閱嘅話，只會播到可以免費聽嘅歌。',
    noneFree: '呢頁冇可以免費聽嘅歌，訂閱咗就聽晒。',
    nothing: '呢頁嘅歌而家聽唔返。',
    failed: '攞唔到歌單，請再試。',
  },
  none: '呢個組合近排未播過歌',
  noneWords: '試吓其他類別或者其他鐘數。',
  toAllDay: '睇全日',
  next: '再嚟 30 首',
  first: '由頭睇過',
} as const;
