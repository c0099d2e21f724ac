import qrcode from 'qrcode-generator';

/** Quiet zone around the code, in modules. */
const QUIET = 4;

/** A QR code to be rendered: a square of `side` modules, and one path of its dark runs. */
export interface QrCode {
  side: number;
  path: string;
}

/** A text as a QR code, one unit per module. */
export function qrCodeOf(text: string): QrCode {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  let path = '';
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      const start = column;
      while (column < modules && code.isDark(row, column)) column++;
      if (column > start) path += `M${start + QUIET} ${row + QUIET}h${column - start}v1h${start - column}z`;
    }
  }
  return { side: modules + 2 * QUIET, path };
}

/** A text as an SVG with its QR code on white. */
export function qrSvg(text: string): string {
  const { side, path } = qrCodeOf(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
