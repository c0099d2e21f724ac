/** The page of everything followed, before the list is loaded. */
export const followingText = {
  title: '你跟開嘅',
  description: '你跟開嘅節目、主持、歌手、歌曲、地區、隧道同網上直播，有咩新一次過睇。',
  notify: '有新嘢就通知我',
  lead: '喺節目、主持、歌曲、交通同網上直播嘅版面撳「跟」，有新嘅就喺度見到。唔使登入；登入之後，每部裝置都見到。',
  noScripts: '呢版要用 JavaScript 先顯示到你跟開嘅。',
  failed: '暫時載入唔到你跟開嘅，請重新載入呢一頁。',
} as const;
