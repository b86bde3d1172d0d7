#compdef sdy-opt sdy_opt sdyopt sdy-layout sdy-view sdy-plan sdy-reduce sdy-update-checks sdy-lsp
# Completion of sdy-opt and its fellow commands for zsh.

_sdy_opt_completion() {
    local -a plain
    local kind value help
    local answer="$(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT - 1)) _SDY_OPT_COMPLETE=zsh_complete ${~words[1]} 2>/dev/null)"
    compset -P 1 '-*='
    for kind value help in "${(@f)answer}"; do
        case $kind in
            plain) plain+=("${value//:/\\:}${help:+:$help}") ;;
            file) _files ;;
            mlir) _files -g '*.mlir(-.)' ;;
        esac
    done
    (( $#plain )) && _describe -V "$words[1]" plain
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _sdy_opt_completion "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
    compdef _sdy_opt_completion sdy-opt sdy_opt sdyopt sdy-layout sdy-view sdy-plan sdy-reduce sdy-update-checks sdy-lsp
fi
