// Unpacks the browser of @sparticuz/chromium into TMPDIR, with the libraries a bare machine lacks.
import chromium, { inflate } from '@sparticuz/chromium';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
await inflate(join(bin, 'al2023.tar.br'));
await chromium.executablePath();
