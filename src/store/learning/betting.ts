/** Places the bet of a step, and then plays what it was about. */
import { microsFromSeconds } from '../../sim/index.ts';
import type { PlacedBet } from './bets.ts';
import type { Keeping } from './keeping.ts';
import type { LearningParts } from './learningHost.ts';
import { currentStep, isBetOpen, isChanged } from './learningState.ts';
import { replaceScenario } from './replaceScenario.ts';
import type { Stepping } from './stepping.ts';

export interface Betting {
  readonly placeBet: (bet: PlacedBet) => void;
  /** Applies the solution of the task, or shows the run without a bet. */
  readonly showMe: () => void;
}

export function createBetting(parts: LearningParts, { keep }: Keeping, { apply, answer }: Stepping): Betting {
  const { store, state, host } = parts;
  const { getState, setState, player } = store;
  const { getState: learning } = state;

  /** From where the step stands to the end of what is in sight, in about ten seconds. */
  const play = (): void => {
    const { range, scenario } = getState();
    if (host.reducedMotion()) {
      player.seek(range.to);
      return;
    }
    const seconds = (range.to - player.at) / microsFromSeconds(10);
    const speeds = host.availableSpeeds(scenario);
    player.setSpeed(speeds.find((speed) => speed >= seconds) ?? (speeds.at(-1) as number));
    host.whenRunSettled(() => player.play());
  };

  const placeBet = (bet: PlacedBet): void => {
    const step = currentStep(learning());
    if (step?.bet === undefined) return;
    const { index, bets } = learning();
    if (isChanged(learning(), getState().scenario)) replaceScenario(parts, step.scenario, 'back to the lesson');
    state.setState({ bets: { ...bets, [index]: bet }, outcome: null });
    setState({ status: '' });
    apply(step);
    keep();
    answer();
    if (getState().lessonStage === 'run') play();
  };

  return {
    placeBet,
    showMe() {
      const step = currentStep(learning());
      if (step?.solved !== undefined) replaceScenario(parts, step.solved, 'Show me');
      else if (isBetOpen(learning())) placeBet({ kind: 'none' });
    },
  };
}
