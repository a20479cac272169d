import { defineConfig } from 'vite';

/** Relative addresses, so that the server may put the page anywhere; no source maps and no other hosts. */
export default defineConfig({
  base: './',
  build: { target: 'es2022', assetsDir: 'assets', chunkSizeWarningLimit: 1200 },
});
