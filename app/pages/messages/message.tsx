import { useLoaderData, type MetaFunction } from 'react-router';
import { shell } from '#app/text/zh-hk/shell.ts';
import { MessagePage } from './message-page.tsx';
import type { messageLoader as loader } from './message.server.ts';

export { messageLoader as loader } from './message.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: `${loaderData?.title ?? ''}｜${shell.siteName}` },
  { name: 'robots', content: 'noindex' },
];

export default function Message() {
  return <MessagePage {...useLoaderData<typeof loader>()} />;
}
