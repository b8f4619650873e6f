/** Builds the pages that the app is compared with. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    rolldownOptions: {
      input: ['floor.html', 'bare.html'].map((page) => `${import.meta.dirname}/pages/${page}`),
    },
  },
});
