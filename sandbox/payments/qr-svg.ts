import qrcode from 'qrcode-generator';

/** A QR code of a text, black on white. */
export function qrSvg(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  return code.createSvgTag({ cellSize: 5, margin: 20 });
}
