import type { Config } from '@react-router/dev/config';

export default { appDirectory: 'app', buildDirectory: '../../data/floor', ssr: true } satisfies Config;
