import { Avatar } from "./avatar.tsx";

export function RecipientLine(props: {
  name: string;
  avatarId: string | null;
  text: string;
  /** What is paid; null while unknown. */
  sum: string | null;
  backHref: string;
  backText: string;
}) {
  return (
    <div className="to">
      <Avatar name={props.name} avatarId={props.avatarId} small />
      <div>
        <b>{props.text}</b>
        <p className="help" id="sum">
          {props.sum}
        </p>
      </div>
      <a href={props.backHref}>{props.backText}</a>
    </div>
  );
}
