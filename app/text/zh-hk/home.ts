export const home = {
  title: '三個頻道，一個香港',
} as const;
