/** Messages to the store, and its replies, as in a command-line client. */
import { StoreError, type Message, type Reply } from '../cluster/command.ts';

export function messageText(message: Message): string {
  switch (message.kind) {
    case 'command':
      return message.command.join(' ');
    case 'pipeline':
      return message.commands.map((command) => command.join(' ')).join('\n');
    case 'transaction':
      return ['MULTI', ...message.commands.map((command) => command.join(' ')), 'EXEC'].join('\n');
    case 'script':
      return [message.script.moduleCommand ?? `EVAL "${message.script.name}"`, ...message.keys, ...message.args].join(
        ' ',
      );
    default:
      return ['ASK', message.key, ...message.args].join(' ');
  }
}

export function replyText(reply: Reply): string {
  if (reply === null) return 'nil';
  if (reply instanceof StoreError) return reply.message;
  if (Array.isArray(reply)) return `[${reply.map(replyText).join(', ')}]`;
  return String(reply);
}
