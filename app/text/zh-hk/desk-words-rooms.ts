/** Text of the parts of the desk's Words room besides articles. */
export const wordsRoomsText = {
  tabsLabel: '編採嘅其他版',
  tabs: {
    words: '文章',
    breaking: '突發',
  },
  breaking: {
    title: '突發消息',
    note: '兩秒內喺全站每一版底部出現，到時自動收',
    now: '而家出緊',
    none: '出突發',
    on: '出緊',
    words: '一句講晒',
    path: '去邊版睇多啲（可以唔填）',
    until: '幾時收（香港時間，最多 24 小時）',
    hint: (n: number, max: number) => `${n} / ${max} 字。聽眾收起咗，改過字會再出現。`,
    start: '出突發',
    change: '改',
    end: '而家收',
    before: '之前出過',
    empty: '未出過突發。喺上面打一句，揀幾時收，撳「出突發」。',
  },
};
