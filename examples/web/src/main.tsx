import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import './style.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the application.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
