import { Avatar } from "./avatar.tsx";

export function RecipientLine(props: {
  name: string;
  avatarId: string | null;
  text: string;
  sum: string | null;
  backHref: string;
  backText: string;
}) {
  return (
    <div className="to">
      <Avatar name={props.name} avatarId={props.avatarId} small />
      <b>{props.text}</b>
      <a href={props.backHref}>{props.backText}</a>
      <p className="help money" id="sum">
        {props.sum}
      </p>
    </div>
  );
}
