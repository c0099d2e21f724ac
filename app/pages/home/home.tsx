import { home } from '#app/text/zh-hk/home.ts';

export { headers, loader } from './home.server.ts';

export default function Home() {
  return <h1>{home.heading}</h1>;
}
