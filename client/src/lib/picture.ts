// A drawn board as a picture to keep: what is seen of it now, with its colours and typefaces, as a PNG of twice the size.

/** What decides how a drawn thing looks; the rest of a style says nothing about a picture. */
const LOOKS = [
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity', 'opacity', 'display', 'visibility',
  'paint-order', 'font-family', 'font-size', 'font-style', 'font-weight', 'font-variant', 'letter-spacing', 'text-anchor', 'dominant-baseline', 'filter', 'mix-blend-mode', 'clip-path', 'mask', 'color',
  'stop-color', 'stop-opacity', 'transform', 'transform-origin', 'transform-box', 'vector-effect',
] as const;

/** Copies the looks of everything in a drawing to its twin, which has no style sheets about it. */
function dress(from: Element, to: Element): void {
  const [sources, twins] = [[from, ...from.querySelectorAll('*')], [to, ...to.querySelectorAll('*')]];
  sources.forEach((source, n) => {
    const [style, twin] = [getComputedStyle(source), twins[n]];
    twin?.removeAttribute('class');
    twin?.setAttribute('style', LOOKS.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'));
  });
}

/** The typefaces of this page, with their letters in them. Without one the picture has the reader's own. */
async function typefaces(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule);
  const faces = await Promise.all(rules.map(async (rule) => {
    const address = /url\("?([^")]+)"?\)/.exec(rule.cssText)?.[1];
    if (!address) return '';
    try {
      const letters = await (await fetch(new URL(address, rule.parentStyleSheet?.href ?? document.baseURI))).blob();
      const data = await new Promise<string>((done, failed) => {
        const reader = new FileReader();
        reader.onload = () => done(String(reader.result));
        reader.onerror = () => failed(reader.error);
        reader.readAsDataURL(letters);
      });
      return rule.cssText.replace(/src:[^;]+;/, `src: url("${data}");`);
    } catch {
      return '';
    }
  }));
  return faces.join('\n');
}

/** What of a drawing is seen through a window, in the drawing's own measure. */
function seen(drawing: SVGSVGElement, window: DOMRect): { x: number; y: number; width: number; height: number } {
  const back = drawing.getScreenCTM()?.inverse();
  const corner = (x: number, y: number) => new DOMPoint(x, y).matrixTransform(back);
  const [one, two] = [corner(window.left, window.top), corner(window.right, window.bottom)];
  return { x: one.x, y: one.y, width: two.x - one.x, height: two.y - one.y };
}

/** Draws what is seen of a board. A browser that cannot is answered with a sentence. */
export async function picture(pane: Element, scale = 2): Promise<Blob> {
  const drawing = pane.querySelector<SVGSVGElement>('svg.sea, svg');
  if (!drawing) throw new Error('There is no drawn board here to make a picture of: choose the drawn board in the settings.');
  const window = pane.getBoundingClientRect();
  const [wide, high] = [Math.round(window.width * scale), Math.round(window.height * scale)];
  const { x, y, width, height } = seen(drawing, window);
  const twin = drawing.cloneNode(true) as SVGSVGElement;
  dress(drawing, twin);
  twin.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  twin.setAttribute('style', '');
  Object.entries({ viewBox: `${x} ${y} ${width} ${height}`, width: wide, height: high }).forEach(([name, value]) => twin.setAttribute(name, String(value)));
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = await typefaces();
  twin.prepend(style);
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(twin)], { type: 'image/svg+xml' }));
  try {
    const image = new Image(wide, high);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [wide, high];
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('This browser draws no pictures.');
    brush.fillStyle = getComputedStyle(pane).backgroundColor;
    brush.fillRect(0, 0, wide, high);
    brush.drawImage(image, 0, 0);
    return await new Promise<Blob>((done, failed) => canvas.toBlob((made) => (made ? done(made) : failed(new Error('This browser makes no pictures of that size.'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hands something to the browser to be kept as a file. */
export function keep(what: Blob, name: string): void {
  const address = URL.createObjectURL(what);
  const way = document.createElement('a');
  [way.href, way.download] = [address, name];
  way.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
