import { connect, type Socket } from 'node:net';

// Readers of a live blog in a process of their own: each counts its entries and when the last arrived. Commands come on
// standard input, one a line: `count N` answers how many readers have N entries, and the instants of the first and the last.

const [, , port = '', path = '', many = ''] = process.argv;
const AT_ONCE = 100;

interface Reader {
  entries: number;
  lastMs: number;
  isOpen: boolean;
}

function open(): Promise<Reader> {
  const reader: Reader = { entries: 0, lastMs: 0, isOpen: true };
  const socket: Socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n`);
  return new Promise((done, fail) => {
    socket.on('error', fail);
    socket.on('close', () => (reader.isOpen = false));
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.includes('event: state')) done(reader);
      const found = text.split('event: entry').length - 1;
      if (found > 0) {
        reader.entries += found;
        reader.lastMs = Date.now();
      }
    });
  });
}

const readers: Reader[] = [];
while (readers.length < Number(many))
  readers.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, Number(many) - readers.length) }, open))));
console.log('ready');

process.stdin.on('data', (line) => {
  const wanted = Number(/count (\d+)/.exec(line.toString())?.[1]);
  const there = readers.filter(({ entries }) => entries === wanted);
  const at = there.map(({ lastMs }) => lastMs);
  const answer = {
    there: there.length,
    open: readers.filter(({ isOpen }) => isOpen).length,
    twice: readers.filter(({ entries }) => entries > wanted).length,
    firstMs: at.reduce((min, one) => Math.min(min, one), Infinity),
    lastMs: at.reduce((max, one) => Math.max(max, one), 0),
  };
  console.log(JSON.stringify(answer));
});
