/** The least page of React and Recharts: one chart of 320 points, and nothing else. */
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';

const data = Array.from({ length: 320 }, (_, x) => ({ x, y: Math.sin(x / 20) }));
const section = document.querySelector('section') as HTMLElement;

function Chart() {
  useEffect(() => {
    section.ariaBusy = 'false';
  }, []);
  return (
    <LineChart width={1100} height={300} data={data}>
      <CartesianGrid />
      <XAxis dataKey="x" />
      <YAxis />
      <Line dataKey="y" isAnimationActive={false} dot={false} />
    </LineChart>
  );
}

createRoot(section).render(<Chart />);
